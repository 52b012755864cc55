import { isPresent } from '../../language/predicate.ts'
import { valueAt } from '../../language/pointer.ts'
import { isValues } from '../../language/readRecord.ts'
import { formatValue, NOTHING } from '../../src/format/formatValue.ts'

/** One security that a partial transfer moves. */
export interface Asset {
  readonly ticker: string
  readonly shares: string
}

/** What a transfer asks for, in words. */
export interface TransferPayload {
  readonly type: string
  readonly contraAccount: string
  readonly participant: string
  readonly participantNumber: string
  /** Only for a transfer of named assets. */
  readonly partial: { readonly cash: string; readonly assets: readonly Asset[] } | undefined
}

const textAt = (payload: unknown, field: string): string => formatValue('text', valueAt(payload, `/${field}`))

/** PARTIAL and whatever begins so names its assets; everything else moves the whole account (D-74). */
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

/** Reads the payload of a transfer; `undefined` where it is not readable, and nothing is made up for it. */
export function readTransferPayload(payload: unknown): TransferPayload | undefined {
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
