import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import type { Upload } from '../../language/binding.ts'
import { saveFile } from '../ui/saveFile.ts'
import { formatValue } from '../format/formatValue.ts'
import { Button } from '../ui/Button.tsx'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import { Notice } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import {
  columnNames,
  refusedColumn,
  type TableColumns,
  type TableContent,
  type TableLine,
  usableLines,
} from './checkTable.ts'
import { noteToCheck, refusedLines, tableFactsOf } from './tableFacts.ts'
import {
  columnExamples,
  faultsFile,
  ownName,
  respelled,
  tableIn,
  templateFile,
  totalsOf,
  withoutLines,
} from './tableFile.ts'
import { FindingNotice, findingsOf, LeftOutNotice, lineCount, shownLines, someLines } from './tableFindings.tsx'
import { type LineNotes, TableLines } from './TableLines.tsx'
import { type Marked, type ShownCheck, useCautions, useLineChecks } from './useLineChecks.ts'
import './tablePreview.css'

const csv = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

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
const isComplete = ({ hindrance, lines, of }: ShownCheck): boolean => hindrance === undefined && lines === of

interface CheckLineProps {
  readonly shown: ShownCheck
  readonly retry: () => void
  readonly compareMore: () => void
}

const CheckLine = ({ shown, retry, compareMore }: CheckLineProps) => {
  const { failure, hindrance, isRunning } = shown
  const text = checkText(shown)
  if (isRunning && hindrance === undefined) return <p className="cs-meta">{text}</p>
  return (
    <Notice tone="warning" isRow>
      <output>
        <span>{text}</span> {hindrance ?? failure?.message}
      </output>
      {hindrance === undefined && (
        <Button look="link" onClick={failure === undefined ? compareMore : retry}>
          {failure === undefined ? 'Compare more' : 'Retry'}
        </Button>
      )}
    </Notice>
  )
}

interface CheckLinesProps extends Omit<CheckLineProps, 'shown'> {
  readonly checks: readonly ShownCheck[]
  readonly count: number
}

/** The lists that all lines were compared with, and those that all lines were compared with whose values are right. */
const completeTexts = (checks: readonly ShownCheck[], count: number): readonly string[] =>
  [...Map.groupBy(checks.filter(isComplete), ({ of }) => of)].map(([of, own]) => {
    const labels = own.map(({ check }) => check.definition.label).join(' and ')
    return of === count
      ? `All lines compared with ${labels}.`
      : `${formatValue('number', of)} of ${lineCount(count)} compared with ${labels}: the rest cannot be, because of faults.`
  })

/** What the lines were compared with, and how far. */
const CheckLines = ({ checks, count, ...goOn }: CheckLinesProps) => (
  <>
    {completeTexts(checks, count).map((text) => (
      <output key={text} className="cs-meta">
        {text}
      </output>
    ))}
    {checks
      .filter((each) => !isComplete(each))
      .map((each) => (
        <CheckLine key={`${each.check.definition.name} ${each.check.column}`} shown={each} {...goOn} />
      ))}
  </>
)

interface ContentProps {
  readonly upload: Upload
  readonly columns: TableColumns
  readonly file: File
  readonly isOff: boolean
  /** Why the service refused the file, with the numbers of its lines. */
  readonly refusal: string | undefined
  readonly onReplace: (file: File) => void
}

/** How many lines there are. Their numbers, which go on over empty ones, may be higher. */
function allText(lines: readonly TableLine[], whole: File | undefined): string {
  const hasEmpty = whole === undefined && (lines.at(-1)?.number ?? 0) > lines.length + 1
  return `${lineCount(lines.length)}${hasEmpty ? ', empty ones not counted' : ''}`
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

/** What is known of a line in addition to its own faults. */
function lineNotes(line: TableLine, marked: readonly Marked[], refused: ReadonlyMap<number, string>): LineNotes {
  const reason = refused.get(line.number)
  return {
    marks: marked.flatMap(({ column, marks }) => {
      const mark = marks.get(line.number)
      return mark === undefined ? [] : [{ ...mark, column }]
    }),
    refusal: reason === undefined ? undefined : [refusedColumn(line, reason), reason],
  }
}

interface LinesProps extends ContentProps {
  readonly lines: readonly TableLine[]
  readonly compared: ReturnType<typeof useLineChecks>
}

const Content = (props: LinesProps) => {
  const { columns, file, isOff, refusal, onReplace, lines } = props
  const { whole, of = lines.length } = tableFactsOf(file) ?? {}
  const usable = useMemo(() => usableLines(lines), [lines])
  const sums = useMemo(() => totalsOf(columns, usable), [columns, usable])
  const { checks, ...goOn } = props.compared
  const refused = useMemo(() => refusedLines(refusal ?? ''), [refusal])
  const cautions = useCautions(columns, lines)
  const marked = [...checks.map(({ check: { column }, marks }) => ({ column, marks })), ...cautions]
  const findings = findingsOf(lines, refused, marked)
  const warnings = findings.flatMap(({ tone, text }) => (tone === 'warning' ? [text] : []))
  const toCheck = [...warnings, ...checks.filter((each) => !isComplete(each)).map(checkText)].join('\n')
  useEffect(() => noteToCheck(file, toCheck === '' ? [] : toCheck.split('\n')), [file, toCheck])
  const isGrowing = checks.some(({ isRunning, hindrance }) => isRunning && hindrance === undefined)
  const [chosen, setChosen] = useState<string>()
  const wrong = findings.some(({ tone }) => tone === 'danger') ? 'danger' : ''
  const shown = shownLines(lines, findings, chosen ?? wrong)
  const counted = usable.length === lines.length ? 'in all' : 'in usable lines'
  const totals = sums.map(([label, sum]) => `${label} ${formatValue('decimal', sum)} ${counted}`)
  const notesOf = (line: TableLine) => lineNotes(line, marked, refused)
  const choices = someLines.filter(({ value }) => findings.some(({ tone }) => tone === value))
  return (
    <>
      <Summary text={[allText(lines, whole), ...totals].join(' · ')} />
      <CheckLines checks={checks} count={lines.length} {...goOn} />
      {findings.map((finding) => (
        <FindingNotice
          key={finding.text}
          {...{ finding, isOff, isGrowing }}
          leaveOut={
            finding.lines.length < lines.length
              ? () => onReplace(withoutLines(file, lines, new Set(finding.lines)))
              : undefined
          }
          respell={finding.hasMisspelled === true ? () => onReplace(respelled(columns, file, lines)) : undefined}
          download={
            finding === findings[0]
              ? () => saveFile(`${ownName(file)} to check.csv`, csv(faultsFile(columns, lines, notesOf)))
              : undefined
          }
        />
      ))}
      {whole !== undefined && (
        <LeftOutNotice count={of - lines.length} isOff={isOff} takeBack={() => onReplace(whole)} />
      )}
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

interface TemplateButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'size'> {
  readonly columns: TableColumns
}

const TemplateButton = ({ columns, ...own }: TemplateButtonProps) => (
  <Button {...own} onClick={() => saveFile('template.csv', csv(templateFile(columns)))}>
    Download a template
  </Button>
)

const NO_LINES: readonly TableLine[] = []

const UnreadSheets = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <Notice tone="warning">
      <output>{text}</output>
    </Notice>
  )

const FileContent = (props: ContentProps) => {
  const content = useContent(props.columns, props.file)
  const compared = useLineChecks(props.upload, content?.lines ?? NO_LINES)
  if (content === undefined) return <p className="cs-muted">Reading the file…</p>
  if (content.note !== undefined) return <p className="cs-muted">{content.note}</p>
  if (content.lines === undefined)
    return (
      <>
        <Notice tone="danger" isRow role="alert">
          <p>{content.problem}</p>
          <TemplateButton size="small" columns={props.columns} />
        </Notice>
        <UnreadSheets text={content.unreadSheets} />
      </>
    )
  return (
    <>
      <UnreadSheets text={content.unreadSheets} />
      <Content key={props.file.name} {...props} lines={content.lines} compared={compared} />
    </>
  )
}

/** What a table must contain, with a template; and what the chosen one contains, line by line, with its faults. */
export const TablePreview = ({ file, ...props }: Omit<ContentProps, 'file'> & { readonly file: File | undefined }) => (
  <div className="cs-stack">
    {file === undefined ? (
      <p className="cs-muted">
        The first line names the columns: <code>{columnNames(props.columns)}</code>. The others have values such as{' '}
        <code>{columnExamples(props.columns)}</code>. <TemplateButton look="plain" columns={props.columns} />
      </p>
    ) : (
      <FileContent key={ownName(file)} {...props} file={file} />
    )}
  </div>
)
