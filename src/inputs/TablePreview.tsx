import { useEffect, useMemo, useRef, useState } from 'react'
import type { Upload } from '../../language/binding.ts'
import { saveFile } from '../ui/saveFile.ts'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import { refusedLines } from './tableFacts.ts'
import {
  columnExamples,
  columnNames,
  faultsFile,
  faultyLines,
  misspelledLines,
  respelled,
  type TableColumns,
  type TableContent,
  tableIn,
  type TableLine,
  templateFile,
  totalsOf,
  usableLines,
  WHOLE_LINE,
  withoutLines,
} from './tableFile.ts'
import { type LineNotes, TableLines } from './TableLines.tsx'
import { type ShownCheck, useLineChecks } from './useLineChecks.ts'
import './tablePreview.css'

const lineCount = (count: number): string => `${formatValue('number', count)} ${count === 1 ? 'line' : 'lines'}`

const csv = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

/** Lines that need attention for one reason. */
interface Finding {
  readonly tone: 'danger' | 'warning'
  readonly text: string
  readonly lines: readonly TableLine[]
  /** The lines are right but for the spelling of values. */
  readonly isSpelling?: boolean
}

/** How far the comparison with a list has come, where that is not all. */
function checkText({ check, lines, of, isRunning, failure, hindrance }: ShownCheck): string {
  const { label } = check.definition
  if (hindrance !== undefined) return `Not compared with ${label}.`
  const some = `${formatValue('number', lines)} of ${lineCount(of)}`
  if (failure !== undefined) return `Couldn't load ${label}: ${some} compared.`
  if (isRunning) return `Comparing with ${label}: ${some}`
  return `${some} compared with ${label}.`
}

/** True if a list was compared with all lines. */
const isComplete = ({ isRunning, failure, hindrance, lines, of }: ShownCheck): boolean =>
  !isRunning && failure === undefined && hindrance === undefined && lines === of

interface CheckLineProps {
  readonly shown: ShownCheck
  readonly retry: () => void
  readonly compareMore: () => void
}

const CheckLine = ({ shown, retry, compareMore }: CheckLineProps) => {
  const { failure, hindrance, isRunning, hasMore } = shown
  const text = checkText(shown)
  if (isRunning && hindrance === undefined) return <p className="cs-meta">{text}</p>
  return (
    <QuietNote text={text} reason={hindrance ?? failure?.message} retry={failure && retry}>
      {hindrance ?? failure?.message}
      {hasMore && failure === undefined && hindrance === undefined && (
        <Button look="link" size="small" onClick={compareMore}>
          Compare more
        </Button>
      )}
    </QuietNote>
  )
}

type CheckLinesProps = Omit<CheckLineProps, 'shown'> & { readonly checks: readonly ShownCheck[] }

/** What the lines were compared with, and how far. */
const CheckLines = ({ checks, ...goOn }: CheckLinesProps) => {
  const complete = checks.filter(isComplete).map(({ check }) => check.definition.label)
  return (
    <>
      {complete.length > 0 && (
        <output className="cs-meta">{`All lines compared with ${complete.join(' and ')}.`}</output>
      )}
      {checks
        .filter((each) => !isComplete(each))
        .map((each) => (
          <CheckLine key={`${each.check.definition.name} ${each.check.column}`} shown={each} {...goOn} />
        ))}
    </>
  )
}

interface FindingNoticeProps {
  readonly finding: Finding
  /** Sends the file without these lines; `undefined` where no line would be left. */
  readonly leaveOut: (() => void) | undefined
  readonly isOff: boolean
  readonly respell: (() => void) | undefined
  readonly download?: (() => void) | undefined
}

const FindingNotice = ({ finding: { tone, text, lines }, leaveOut, isOff, respell, download }: FindingNoticeProps) => (
  <Notice tone={tone} isRow role={tone === 'danger' ? 'alert' : undefined}>
    <p>{text}</p>
    {respell !== undefined && (
      <Button size="small" disabled={isOff} onClick={respell}>
        Correct the spelling
      </Button>
    )}
    {download !== undefined && (
      <Button size="small" onClick={download}>
        Download what is wrong
      </Button>
    )}
    {leaveOut !== undefined && (
      <Button size="small" disabled={isOff} onClick={leaveOut}>
        Leave out {lineCount(lines.length)}
      </Button>
    )}
  </Notice>
)

interface ContentProps {
  readonly upload: Upload
  readonly columns: TableColumns
  readonly file: File
  readonly isOff: boolean
  /** Why the service refused the file, with the numbers of its lines. */
  readonly refusal: string | undefined
  /** Sends this file instead. */
  readonly onReplace: (file: File) => void
}

/** What to look at before the file is sent, the worst first. */
function findingsOf(
  lines: readonly TableLine[],
  refused: ReadonlyMap<number, string>,
  checks: readonly ShownCheck[],
): readonly Finding[] {
  const misspelled = misspelledLines(lines)
  const isMisspelled = new Set(misspelled)
  const faulty = faultyLines(lines).filter((line) => !isMisspelled.has(line))
  const sentBack = lines.filter(({ number }) => refused.has(number))
  const repeated = lines.filter(({ sameAs }) => sameAs !== undefined)
  const found: readonly Finding[] = [
    {
      tone: 'danger',
      lines: faulty,
      text: `${lineCount(faulty.length)} of ${formatValue('number', lines.length)} cannot be used. Correct them in the file, or leave them out.`,
    },
    {
      tone: 'danger',
      lines: misspelled,
      isSpelling: true,
      text: `${lineCount(misspelled.length)} of ${formatValue('number', lines.length)} cannot be used as written. The right spelling is below the value.`,
    },
    { tone: 'danger', lines: sentBack, text: `The service refused ${lineCount(sentBack.length)}.` },
    ...checks.flatMap(({ marks }) => {
      const groups = Map.groupBy(lines, ({ number }) => marks.get(number)?.warning)
      return [...groups].flatMap(([warning, own]): readonly Finding[] =>
        warning === undefined ? [] : [{ tone: 'warning', lines: own, text: `${lineCount(own.length)} ${warning}.` }],
      )
    }),
    {
      tone: 'warning',
      lines: repeated,
      text: `${lineCount(repeated.length)} with the same values as an earlier one. Check that none is there by mistake.`,
    },
  ]
  return found.filter((each) => each.lines.length > 0)
}

/** The choices of lines to show, by the tone of what was found. */
const someLines = [
  { value: 'danger', label: 'Only lines that cannot be used' },
  { value: 'warning', label: 'Only lines to check' },
]

/** The lines that are shown: all of them, or those of a tone. */
function shownLines(lines: readonly TableLine[], findings: readonly Finding[], shown: string): readonly TableLine[] {
  const numbers = new Set(
    findings.filter(({ tone }) => tone === shown).flatMap((finding) => finding.lines.map(({ number }) => number)),
  )
  return numbers.size === 0 ? lines : lines.filter(({ number }) => numbers.has(number))
}

/** What the file has in all. It takes the focus if the button that replaced the file is gone. */
const Summary = ({ text }: { readonly text: string }) => {
  const ref = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (ref.current !== null && isNothingFocused()) focusWithoutScroll(ref.current)
  }, [])
  return (
    <output className="cs-digits" ref={ref}>
      {text}
    </output>
  )
}

const Content = (props: ContentProps & { readonly lines: readonly TableLine[] }) => {
  const { upload, columns, file, isOff, refusal, onReplace, lines } = props
  const usable = useMemo(() => usableLines(lines), [lines])
  const { checks, ...goOn } = useLineChecks(upload, usable)
  const refused = useMemo(() => refusedLines(refusal ?? ''), [refusal])
  const findings = findingsOf(lines, refused, checks)
  const [chosen, setChosen] = useState<string>()
  const wrong = findings.some(({ tone }) => tone === 'danger') ? 'danger' : ''
  const shown = shownLines(lines, findings, chosen ?? wrong)
  const counted = usable.length === lines.length ? 'in all' : 'in usable lines'
  const totals = totalsOf(columns, usable).map(([label, sum]) => `${label} ${formatValue('decimal', sum)} ${counted}`)
  const notesOf = ({ number, cells }: TableLine): LineNotes => {
    const reason = refused.get(number)
    const column = Object.keys(cells).find((name) => reason?.startsWith(`${name} `) === true) ?? WHOLE_LINE
    return {
      marks: checks.flatMap(({ check: { column: about }, marks }) => {
        const mark = marks.get(number)
        return mark === undefined ? [] : [{ ...mark, column: about }]
      }),
      refusal: reason === undefined ? undefined : [column, reason],
    }
  }
  const choices = someLines.filter(({ value }) => findings.some(({ tone }) => tone === value))
  return (
    <>
      <Summary text={[lineCount(lines.length), ...totals].join(' · ')} />
      <CheckLines checks={checks} {...goOn} />
      {findings.map((finding) => (
        <FindingNotice
          key={finding.text}
          {...{ finding, isOff }}
          leaveOut={
            finding.lines.length < lines.length
              ? () => onReplace(withoutLines(file, lines, new Set(finding.lines)))
              : undefined
          }
          respell={finding.isSpelling === true ? () => onReplace(respelled(columns, file, lines)) : undefined}
          download={
            finding.tone === 'danger' && faultyLines(finding.lines).length > 0
              ? () => saveFile(`${file.name} faults.csv`, csv(faultsFile(columns, lines)))
              : undefined
          }
        />
      ))}
      {choices.length > 0 && (
        <Select
          aria-label="Lines to show"
          className="cs-lines-shown"
          placeholder="All lines"
          choices={choices}
          value={choices.some(({ value }) => value === (chosen ?? wrong)) ? (chosen ?? wrong) : ''}
          onChoose={setChosen}
        />
      )}
      <TableLines columns={columns} lines={shown} notesOf={notesOf} />
    </>
  )
}

/** The content of a chosen file; `undefined` while it is read. */
function useContent(columns: TableColumns, file: File): TableContent | undefined {
  const [read, setRead] = useState<{ readonly file: File; readonly content: TableContent }>()
  const reading = tableIn(columns, file)
  useEffect(() => {
    let isLeft = false
    void reading.then((content) => {
      if (!isLeft) setRead({ file, content })
    })
    return () => {
      isLeft = true
    }
  }, [file, reading])
  return read?.file === file ? read.content : undefined
}

const FileContent = (props: ContentProps) => {
  const content = useContent(props.columns, props.file)
  if (content === undefined) return <p className="cs-muted">Reading the file…</p>
  if (content.note !== undefined) return <p className="cs-muted">{content.note}</p>
  if (content.lines === undefined)
    return (
      <Notice tone="danger" role="alert">
        {content.problem}
      </Notice>
    )
  return <Content key={props.file.name} {...props} lines={content.lines} />
}

/** What a table must contain, with a template; and what the chosen one contains, line by line, with its faults. */
export const TablePreview = ({ file, ...props }: Omit<ContentProps, 'file'> & { readonly file: File | undefined }) => (
  <div className="cs-stack cs-table-preview">
    {file === undefined ? (
      <p className="cs-muted">
        The first line names the columns: <code>{columnNames(props.columns)}</code>. The others have values such as{' '}
        <code>{columnExamples(props.columns)}</code>.{' '}
        <Button look="plain" onClick={() => saveFile('template.csv', csv(templateFile(props.columns)))}>
          Download a template
        </Button>
      </p>
    ) : (
      <FileContent {...props} file={file} />
    )}
  </div>
)
