import '../../support/installBrokerage.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { CoreAdminContext, testDataProvider } from 'ra-core'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { AuditFilters, noTexts } from '../../../../src/administration/AuditFilters.tsx'

afterEach(cleanup)

test.each(['9ZZ10041', '9ZZ-10041', '9zz 10041', '９ＺＺ１００４１'])(
  'the audit trail finds an account by its number as %s',
  async (id) => {
    const getList = vi.fn(async () => ({ data: [{ id: 4107, account_no: '9ZZ10041' }], total: 1 }) as never)
    const onSearch = vi.fn()
    const texts = { ...noTexts, resource: 'accounts', id }
    render(
      <MemoryRouter>
        <CoreAdminContext dataProvider={{ ...testDataProvider(), getList }}>
          <AuditFilters isBusy={false} texts={texts} onType={vi.fn()} onSearch={onSearch} onRefuse={vi.fn()} />
        </CoreAdminContext>
      </MemoryRouter>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ ...texts, id: '4107' }))
    expect(getList.mock.lastCall).toMatchObject(['accounts', { meta: { search: '9ZZ10041' } }])
  },
)
