import '../../support/installBrokerage.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { ZoneNote } from '../../../../src/layout/ZoneNote.tsx'

afterEach(cleanup)

it.each([
  ['/etrade-details', 'Local time'],
  ['/trades', 'New York time'],
  ['/account/4107', 'New York time'],
])('the top bar of %s names the zone of its times: %s', (address, zone) => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ZoneNote />
    </MemoryRouter>,
  )
  expect(screen.getByText(/ time$/).textContent).toBe(zone)
})
