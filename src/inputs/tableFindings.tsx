import { useId } from 'react'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { faultyLines, misspelledLines, type TableLine, usableLines } from './checkTable.ts'
import type { Marked } from './useLineChecks.ts'

/** '3 lines', or '3 usable lines'. */
export const lineCount = (count: number, kind = ''): string =>
  `${formatValue('number', count)} ${kind}${count === 1 ? 'line' : 'lines'}`

/** Lines that need attention for one reason. */
interface Finding {
  readonly tone: 'danger' | 'warning'
  readonly text: string
  readonly lines: readonly TableLine[]
  /** Some of the lines are right but for the spelling of values. */
  readonly hasMisspelled?: boolean
}

/** Why lines can't be sent as they are. A press corrects the spelling, so lines with a fault only in it are named. */
function faultText(faulty: number, misspelled: number, all: number): string {
  const count = `${lineCount(faulty)} of ${formatValue('number', all)} cannot be used`
  if (misspelled === faulty) return `${count} as written. The right spelling is below the value.`
  if (misspelled > 0) return `${count}, ${formatValue('number', misspelled)} of them only because of the spelling.`
  const them = faulty === 1 ? 'it' : 'them'
  return `${count}. Correct ${them} in the file${faulty === all ? '' : `, or leave ${them} out`}.`
}

/** What to look at before the file is sent, the worst first. */
export function findingsOf(
  lines: readonly TableLine[],
  refused: ReadonlyMap<number, string>,
  marked: readonly Marked[],
): readonly Finding[] {
  const faulty = faultyLines(lines)
  const misspelled = misspelledLines(lines).length
  const sentBack = lines.filter(({ number }) => refused.has(number))
  // Any other line has to be corrected or left out in any case.
  const taken = usableLines(lines).filter(({ number }) => !refused.has(number))
  const repeated = taken.filter(({ sameAs }) => sameAs !== undefined)
  const counted = (own: readonly TableLine[]) => lineCount(own.length, taken.length === lines.length ? '' : 'usable ')
  const found: readonly Finding[] = [
    {
      tone: 'danger',
      lines: faulty,
      hasMisspelled: misspelled > 0,
      text: faultText(faulty.length, misspelled, lines.length),
    },
    { tone: 'danger', lines: sentBack, text: `The service refused ${lineCount(sentBack.length)}.` },
    ...marked.flatMap(({ marks }) => {
      const groups = Map.groupBy(taken, ({ number }) => marks.get(number)?.warning)
      return [...groups].flatMap(([warning, own]): readonly Finding[] =>
        warning === undefined ? [] : [{ tone: 'warning', lines: own, text: `${counted(own)} ${warning}.` }],
      )
    }),
    {
      tone: 'warning',
      lines: repeated,
      text: `${counted(repeated)} with the same values as an earlier one. Check that none is there by mistake.`,
    },
  ]
  return found.filter((each) => each.lines.length > 0)
}

/** The choices of lines to show, by the tone of what was found. */
export const someLines = [
  { value: 'danger', label: 'Only lines that cannot be used' },
  { value: 'warning', label: 'Only lines to check' },
]

/** The lines that are shown: all of them, or those of a tone. */
export function shownLines(
  lines: readonly TableLine[],
  findings: readonly Finding[],
  shown: string,
): readonly TableLine[] {
  const numbers = new Set(
    findings.filter(({ tone }) => tone === shown).flatMap((finding) => finding.lines.map(({ number }) => number)),
  )
  return numbers.size === 0 ? lines : lines.filter(({ number }) => numbers.has(number))
}

interface LeftOutNoticeProps extends Pick<FindingNoticeProps, 'isOff'> {
  readonly count: number
  readonly takeBack: () => void
}

/** That lines were left out, and the way back. */
export const LeftOutNotice = ({ count, isOff, takeBack }: LeftOutNoticeProps) => (
  <Notice tone="info" isRow>
    <p>{lineCount(count)} left out.</p>
    <Button size="small" disabled={isOff} onClick={takeBack}>
      Take {count === 1 ? 'it' : 'them'} back
    </Button>
  </Notice>
)

interface FindingNoticeProps {
  readonly finding: Finding
  /** Sends the file without these lines; `undefined` where no line would be left. */
  readonly leaveOut: (() => void) | undefined
  readonly isOff: boolean
  /** True while more lines may come to it: a warning is announced after that. */
  readonly isGrowing: boolean
  readonly respell: (() => void) | undefined
  readonly download?: (() => void) | undefined
}

export const FindingNotice = ({
  finding: { tone, text, lines },
  leaveOut,
  isOff,
  isGrowing,
  respell,
  download,
}: FindingNoticeProps) => {
  const id = useId()
  const Text = tone === 'danger' || isGrowing ? 'p' : 'output'
  return (
    <Notice tone={tone} isRow role={tone === 'danger' ? 'alert' : undefined}>
      <Text id={id}>{text}</Text>
      {respell !== undefined && (
        <Button size="small" disabled={isOff} onClick={respell}>
          Correct the spelling
        </Button>
      )}
      {download !== undefined && (
        <Button size="small" onClick={download}>
          {tone === 'danger' ? 'Download what is wrong' : 'Download what to check'}
        </Button>
      )}
      {leaveOut !== undefined && (
        <Button size="small" disabled={isOff} aria-describedby={id} onClick={leaveOut}>
          Leave out {lineCount(lines.length)}
        </Button>
      )}
    </Notice>
  )
}
