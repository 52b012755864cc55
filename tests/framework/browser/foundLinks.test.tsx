import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { model } from '../../../examples/library/schemas/index.ts'
import { FoundLinks } from '../../../src/values/FoundLinks.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

afterEach(cleanup)

it('a value inside another one is part of it, and no word of the text is said twice', async () => {
  const lookups = [
    { resource: 'members', field: 'id', pattern: '\\d+' },
    { resource: 'members', field: 'card', pattern: 'M-\\d+' },
  ]
  const page = () => (
    <p>
      <FoundLinks text="Card M-12 of member 7" lookups={lookups} />
    </p>
  )
  const permissions = [...model.registry.permissions]
  mountConsole({ model, extensions: {}, provider: {}, address: '/', permissions, page })
  const card = await screen.findByText('M-12')
  expect(card.closest('p')?.textContent).toBe('Card M-12 of member 7')
})
