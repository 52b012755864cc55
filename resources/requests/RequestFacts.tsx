import { isPresent } from '../../language/predicate.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { formatValue, NOTHING } from '../../src/format/formatValue.ts'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import { Table } from '../../src/ui/Table.tsx'
import { MaskedValue } from '../../src/values/MaskedValue.tsx'
import type { PartModel } from '../../src/nested/partModel.ts'
import type { Row } from '../../src/model/columns.ts'
import { readAnswer } from './requestState.ts'

/** One security in a partial transfer. */
interface Asset {
  readonly ticker: string
  readonly shares: string
}

interface TransferPayload {
  readonly type: string
  readonly contraAccount: string
  readonly participant: string
  readonly participantNumber: string
  /** Only for a transfer of named assets. */
  readonly partial: { readonly cash: string; readonly assets: readonly Asset[] } | undefined
}

const textAt = (payload: unknown, field: string): string => formatValue('text', valueAt(payload, `/${field}`))

/** A type that begins with PARTIAL names its assets; any other type moves the whole account (D-74). */
function typeText(type: string, isPartial: boolean): string {
  if (isPartial) return type === 'PARTIAL' ? 'Partial transfer' : formatValue('words', type)
  return type === NOTHING || type.startsWith('FULL') ? 'Full transfer' : `Full transfer (${type})`
}

function assetsOf(tickers: unknown): readonly Asset[] {
  const items: readonly unknown[] = Array.isArray(tickers) ? tickers : []
  return items.filter(isValues).map((item) => ({
    ticker: formatValue('text', item['ticker']),
    shares: formatValue('number', item['shares']),
  }))
}

/** Reads a transfer's payload; `undefined` when it can't be read. No value is ever guessed. */
function readTransferPayload(payload: unknown): TransferPayload | undefined {
  if (!isValues(payload) || !isPresent(payload)) return undefined
  const type = textAt(payload, 'transfer_type').toUpperCase()
  const isPartial = type.startsWith('PARTIAL')
  return {
    type: typeText(type, isPartial),
    contraAccount: textAt(payload, 'contra_account_number'),
    participant: textAt(payload, 'participant_name'),
    participantNumber: textAt(payload, 'participant_number'),
    partial: isPartial
      ? { cash: formatValue('money', payload['cash']), assets: assetsOf(payload['tickers']) }
      : undefined,
  }
}

const Assets = ({ cash, assets }: NonNullable<TransferPayload['partial']>) => (
  <Table
    className="cs-request-assets"
    label="What is transferred"
    items={[
      { name: 'Cash', amount: cash },
      ...assets.map(({ ticker, shares }) => ({ name: <code>{ticker}</code>, amount: `${shares} shares` })),
    ]}
    columns={[
      { label: 'Asset', isName: true, draw: ({ name }) => name },
      { label: 'Amount', className: 'cs-number', draw: ({ amount }) => amount },
    ]}
  />
)

interface RequestFactsProps {
  readonly model: PartModel
  readonly record: Row
  readonly name: string
}

/** The content of a transfer request. The gateway masks the account at the other firm. */
export const TransferFacts = ({ model, record, name }: RequestFactsProps) => {
  const payload = readTransferPayload(record['request_payload'])
  if (payload === undefined) return <p className="cs-warning">What is asked could not be read.</p>
  const { definition, parent, page } = model
  return (
    <>
      <Facts kind="columns">
        <FactLine label="Transfer type">{payload.type}</FactLine>
        <FactLine label="Contra account">
          <MaskedValue
            definition={parent}
            id={page.id}
            field={`${definition.partOf.path}/*/request_payload/contra_account_number`}
            item={record.id}
            text={payload.contraAccount}
            label={`contra account of ${name}`}
          />
        </FactLine>
        <FactLine label="Participant">{payload.participant}</FactLine>
        <FactLine label="Participant number">
          <code>{payload.participantNumber}</code>
        </FactLine>
      </Facts>
      {payload.partial !== undefined && <Assets {...payload.partial} />}
    </>
  )
}

/** The answer of the clearing firm or of staff. */
export const AnswerFacts = ({ record }: Pick<RequestFactsProps, 'record'>) => {
  const facts = readAnswer(record['response_data'])
  if (facts === undefined) return <p className="cs-warning">The answer could not be read.</p>
  if (facts.length === 0) return null
  return (
    <Facts kind="columns">
      {facts.map(({ label, text, isCode }) => (
        <FactLine key={label} label={label}>
          {isCode ? <code>{text}</code> : text}
        </FactLine>
      ))}
    </Facts>
  )
}
