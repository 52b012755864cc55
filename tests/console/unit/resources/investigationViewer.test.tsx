import '../../support/installBrokerage.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { InvestigationViewer } from '../../../../resources/verification/InvestigationViewer.tsx'
import { readVerification } from '../../../../schemas/verification/verification.ts'
import {
  accepted,
  addressRejected,
  indeterminate,
  statusAnswer,
  thirdParty,
  withFaults,
} from './investigationPayloads.ts'

const show = (investigations: readonly unknown[], names: readonly string[] = []) =>
  render(<InvestigationViewer verification={readVerification(statusAnswer(investigations))} names={names} />)

const tab = (name: RegExp) => screen.getByRole('tab', { name })
const open = (name: RegExp) => fireEvent.click(tab(name))
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const tabsOf = (list: string) => texts(within(screen.getByRole('tablist', { name: list })).getAllByRole('tab'))

beforeEach(() => cleanup())

describe('the investigation viewer', () => {
  it('has one tab for a single applicant, and four results with their counts', () => {
    show([addressRejected()])
    expect(tabsOf('Applicants')).toEqual(['PrimaryMara QuillREJECTED'])
    expect(tabsOf('Results')).toEqual(['DNDB Result0', 'Dow Jones Result0', 'Equifax Result2', 'Ofac Result0'])
    expect(tab(/^DNDB/).querySelector('[data-zero]')).not.toBeNull()
    expect(tab(/^Equifax/).querySelector('[data-zero]')).toBeNull()
  })

  it('has a second tab for a second applicant, and opens the case that is still open', () => {
    show([accepted(), indeterminate()])
    expect(tabsOf('Applicants')).toEqual(['PrimaryTeo BrandtACCEPTED', 'SecondaryAna BrandtINDETERMINATE'])
    expect(tab(/^Secondary/).getAttribute('aria-selected')).toBe('true')
    expect(tabsOf('Results')).toEqual(['DNDB Result1', 'Dow Jones Result1', 'Equifax Result3', 'Ofac Result1'])
  })

  it("takes the applicants' names from the page where the cases have none", () => {
    show([accepted({ request: null }), indeterminate({ request: null })], ['Teo Brandt', 'Ana Brandt'])
    expect(tabsOf('Applicants')).toEqual(['PrimaryTeo BrandtACCEPTED', 'SecondaryAna BrandtINDETERMINATE'])
  })

  it('says of a case its number, status, evaluation, data sources and error', () => {
    show([addressRejected({ error: 'The check stopped half-way' })])
    expect(screen.getByText('sketch-mara').tagName).toBe('CODE')
    expect(screen.getByText('Evaluation').parentElement?.textContent).toContain('REJECTED')
    expect(screen.getByText('Data sources').parentElement?.textContent).toContain('EQUIFAX')
    expect(screen.getByRole('alert').textContent).toBe('The check stopped half-way')
  })

  it('shows each category with its state and the documents that are asked for', () => {
    show([addressRejected()])
    const categories = within(screen.getByRole('list', { name: 'Identity checks' })).getAllByText(/^(Name|Address)$/)
    expect(categories.map((name) => name.parentElement?.textContent)).toEqual([
      'NameACCEPTED',
      "AddressREJECTEDDriver's license showing the current addressUtility bill, last 3 monthsThird-party results in which every check passes",
    ])
  })

  it('shows Dow Jones matches in exactly six columns', () => {
    show([indeterminate()])
    open(/^Dow Jones/)
    const table = screen.getByRole('table', { name: 'Dow Jones matches' })
    expect(texts(within(table).getAllByRole('columnheader'))).toEqual([
      'Sr. No.',
      'Name',
      'Certainty',
      'Short Summary',
      'Summary',
      'Reasons',
    ])
    expect(texts(within(table).getAllByRole('cell'))).toEqual([
      '1',
      'BRANDT, Ana',
      '72',
      'PEP, regional office, former',
      'Held a regional office 2011-2015Listed as relative of a former deputy minister',
      'Name: exactBirth date: partial',
    ])
  })

  it('opens a match in place', () => {
    show([indeterminate()])
    const name = screen.getByRole('button', { name: 'A. Brandt' })
    expect(name.closest('tr')?.dataset['open']).toBeUndefined()
    fireEvent.click(name)
    expect(name.getAttribute('aria-expanded')).toBe('true')
    expect(name.closest('tr')?.dataset['open']).toBe('true')
  })

  it("shows the credit bureau's reasons by outcome, those to reject first", () => {
    show([indeterminate()])
    open(/^Equifax/)
    expect(tabsOf('Equifax outcomes')).toEqual(['Accept0', 'Indeterminate1', 'Reject2'])
    expect(screen.getByText('SSN_NOT_VERIFIED').parentElement?.textContent).toContain('SSN could not be verified')
    open(/^Indeterminate/)
    expect(screen.getByText('FRAUD_VICTIM_ALERT')).toBeDefined()
    open(/^Accept/)
    expect(screen.getByText('None')).toBeDefined()
  })

  it('tells a clean sanctions list from a match and from no answer', () => {
    const ofac = (ofacMatch: string | null) => {
      cleanup()
      show([accepted({ result: { ofacResult: { ofacMatch }, dndbResult: { profiles: [] } } })])
      open(/^Ofac/)
      return screen.getByRole('tabpanel', { name: /^Ofac/ }).textContent
    }
    expect(ofac('NO_MATCH')).toBe('NO_MATCHClean: no match on the sanctions list')
    expect(ofac('POTENTIAL_MATCH')).toBe('POTENTIAL_MATCHA match on the sanctions list')
    expect(ofac(null)).toBe('No answer')
  })

  it('tells a list without matches from one that has not answered', () => {
    show([accepted({ result: { dndbResult: { profiles: [] } } })])
    expect(screen.getByText('No matches')).toBeDefined()
    open(/^Dow Jones/)
    expect(screen.getByText('No answer')).toBeDefined()
  })

  it('says that there is no result yet instead of four empty ones', () => {
    show([addressRejected({ result: null })])
    expect(screen.getByText('No result yet')).toBeDefined()
    expect(screen.queryByRole('tablist', { name: 'Results' })).toBeNull()
  })

  it('shows states that no one knows as they are, without a tone', () => {
    show([addressRejected({ status: 'UNDER_OBSERVATION' })])
    for (const pill of screen.getAllByTitle('UNDER_OBSERVATION')) expect(pill.className).toContain('cs-pill--neutral')
  })

  it('tells the history in New York time, with who and why', () => {
    const { container } = show([addressRejected()])
    const steps = [...container.querySelectorAll<HTMLElement>('.cs-history > li')]
    expect(texts(steps)).toEqual([
      '03/04/2026, 01:22 PMPENDINGsystem',
      '03/04/2026, 11:30 PMREJECTEDada.mintAddress not found',
    ])
  })

  it('keeps earlier runs under Previous', () => {
    const old = addressRejected({ sketchId: 'sketch-old', archived: true, status: 'INDETERMINATE' })
    show([old, addressRejected()])
    const previous = screen.getByText('Previous').closest('details')
    expect(previous?.open).toBe(false)
    expect(previous?.textContent).toContain('sketch-old')
    expect(previous?.textContent).toContain('Equifax Result')
  })

  it('is moved through by the arrow keys alone', () => {
    show([accepted(), indeterminate()])
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
    const dndb = tab(/^DNDB/)
    dndb.focus()
    key('ArrowRight')
    expect(document.activeElement?.textContent).toBe('Dow Jones Result1')
    expect(tab(/^Dow Jones/).getAttribute('aria-selected')).toBe('true')
    key('End')
    expect(tab(/^Ofac/).getAttribute('aria-selected')).toBe('true')
    key('ArrowRight')
    expect(dndb.getAttribute('aria-selected')).toBe('true')
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2)
  })

  it('never has the number or the birthday of a third party on the page, whichever tab is open', () => {
    const { container } = show([accepted(), indeterminate()])
    for (const name of [/^DNDB/, /^Dow Jones/, /^Equifax/, /^Ofac/]) {
      open(name)
      expect(container.innerHTML).not.toContain(thirdParty.ssn)
      expect(container.innerHTML).not.toContain(thirdParty.born)
      expect(container.innerHTML).not.toMatch(/\d{3}-\d{2}-\d{4}/)
    }
  })
})

describe('a case of which a part could not be read', () => {
  const CASE = '/result/investigations/0'
  const showWith = (...places: readonly `/${string}`[]) => {
    const answer = withFaults(statusAnswer([indeterminate()]), ...places.map((place) => `${CASE}${place}` as const))
    render(<InvestigationViewer verification={readVerification(answer)} />)
  }

  it('has no number and no clean result at a list that could not be read', () => {
    showWith('/result/ofacResult', '/result/dowJonesResult/profiles', '/result/dndbResult/profiles/0/certainty')
    expect(tabsOf('Results')).toEqual(['DNDB Result1', 'Dow Jones Result', 'Equifax Result3', 'Ofac Result'])
    expect(screen.getByText('Could not be read in full')).toBeDefined()
    for (const name of [/^Dow Jones/, /^Ofac/]) {
      open(name)
      expect(screen.getByText('Could not be read')).toBeDefined()
      expect(screen.queryByText(/^No (answer|matches)$/)).toBeNull()
    }
  })

  it('is not said to have no result', () => {
    showWith('/result')
    expect(screen.queryByText('No result yet')).toBeNull()
    expect(screen.getByText('Evaluation').nextElementSibling?.textContent).toBe('Unreadable')
    expect(screen.getByText('Data sources').nextElementSibling?.textContent).toBe('Unreadable')
  })

  it('says so at its status, its error, its checks and its history', () => {
    showWith('/status', '/error', '/cipCategories/0/categoryState', '/cipCategories/1/requestedDocuments', '/history')
    expect(screen.getByText('Status').nextElementSibling?.textContent).toBe('Unreadable')
    expect(screen.getByRole('alert').textContent).toBe('Whether the check failed could not be read')
    const checks = within(screen.getByRole('list', { name: 'Identity checks' })).getAllByRole('listitem')
    expect(texts(checks)).toEqual(['AddressUnreadable', 'SSNREJECTEDWhat is requested could not be read in full'])
    expect(screen.getByText('The history could not be read in full')).toBeDefined()
    cleanup()
    showWith('/cipCategories')
    expect(screen.getByText('The identity checks could not be read')).toBeDefined()
  })

  it('takes no place of the other applicant where its number could not be read', () => {
    const answer = statusAnswer([indeterminate(), accepted()], { sketch_ids: ['sketch-teo', 'sketch-ana'] })
    render(<InvestigationViewer verification={readVerification(withFaults(answer, `/result/investigations/1`))} />)
    expect(tabsOf('Applicants')).toEqual(['Primary', 'SecondaryAna BrandtINDETERMINATE'])
  })
})
