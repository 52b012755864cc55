import { memo } from 'react'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { isFound } from '../../language/readRecord.ts'
import type { Banner as BannerDefinition, Evidence } from '../../language/show.ts'
import type { BannerTextProps, PageModel } from '../console/extensions.ts'
import { objectOf } from '../../language/input.ts'
import { isPointer, stepsOf } from '../../language/pointer.ts'
import type { ListResource } from '../../language/resource.ts'
import { schemaAt, type Pointer } from '../../language/schema.ts'
import { unreadableBelow, unreadableIn } from '../../language/unreadable.ts'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import { TabLink } from './TabLink.tsx'
import { installedConsole } from '../console/installedConsole.tsx'
import { useReads, type ReadState } from './useRead.ts'

const sourceOf = ({ read }: Evidence): string => read ?? 'detail'

const readsOf = ({ when }: BannerDefinition): readonly string[] =>
  [...new Set(when.map(sourceOf))].filter((name) => name !== 'detail')

/** True when all evidence of a banner in the detail is found. */
const isPlausibleIn = ({ when }: BannerDefinition, detail: Row): boolean =>
  when.filter((one) => sourceOf(one) === 'detail').every((one) => isFound(one, detail))

interface Line {
  readonly banner: BannerDefinition
  /** What the evidence waits for, or what could not be read. */
  readonly unread?: ReadState | undefined
  /** Later banners that add their text and link. */
  readonly added: BannerDefinition[]
}

/** The banners to draw, each with those that are part of it, which wait while it is not known whether that one is. How a read goes is said once, by the first banner that needs it. */
function linesOf(banners: readonly BannerDefinition[], detail: Row, reads: readonly ReadState[]): readonly Line[] {
  const lines: Line[] = []
  const stateSaid = new Set<string>()
  for (const banner of banners) {
    const own = reads.filter(({ name }) => readsOf(banner).includes(name))
    const unread = own.find(({ state }) => state === 'failed') ?? own.find(({ state }) => state === 'loading')
    const answerTo = (evidence: Evidence) =>
      sourceOf(evidence) === 'detail' ? detail : own.find(({ name }) => name === evidence.read)?.answer
    if (unread !== undefined) {
      if (own.every(({ name }) => !stateSaid.has(name))) lines.push({ banner, unread, added: [] })
    } else if (!banner.when.every((one) => isFound(one, answerTo(one)))) {
      const partial = own.find(({ name, answer }) => !stateSaid.has(name) && unreadableIn(answer, '') !== undefined)
      if (partial !== undefined) lines.push({ banner, unread: { ...partial, state: 'failed' }, added: [] })
    } else {
      const hosts = lines.filter((line) => banner.partOf?.blocks.includes(line.banner.name))
      const host = hosts.find((line) => line.unread === undefined)
      if (host !== undefined) host.added.push(banner)
      else if (hosts.every((line) => line.unread?.state !== 'loading')) lines.push({ banner, added: [] })
    }
    for (const { name } of own) stateSaid.add(name)
  }
  return lines
}

interface BannerProps extends Line {
  readonly model: PageModel
  readonly reads: readonly ReadState[]
}

const checking = (
  <Notice tone="neutral" isRow>
    <span className="cs-muted">Being checked…</span>
  </Notice>
)

const Banner = ({ model, banner, unread, added, reads }: BannerProps) => {
  const { definition, record, detail, show } = model
  const { tone, message, failure } = banner
  if (unread?.state === 'failed') {
    const reason = unread.failure?.message
    return <QuietNote text={failure ?? `Could not be checked: ${message}`} reason={reason} retry={unread.retry} />
  }
  if (unread !== undefined) return checking
  const Own = installedConsole().bannerTexts[definition.name]?.[banner.name]
  const answers = Object.fromEntries(reads.map(({ name, answer }) => [name, answer]))
  const links = [banner, ...added].flatMap(({ link }) => link ?? [])
  const draw: BannerTextProps['draw'] = (text, own = tone) => (
    // What changes in a band that was red is still said to screen readers once it is not.
    <Notice tone={own === 'danger' ? 'danger' : 'neutral'} isRow role={tone === 'danger' ? 'status' : 'note'}>
      <p className={own === 'danger' ? 'cs-strong' : undefined}>
        {text}
        {added.map(({ partOf }) => partOf?.message !== undefined && ` ${partOf.message}`)}
      </p>
      {links
        .filter(({ tab }, index) => links.findIndex((link) => link.tab === tab) === index)
        .map(({ tab, label }) => (
          <TabLink key={tab} tabs={show.tabs} tab={tab}>
            {label}
          </TabLink>
        ))}
    </Notice>
  )
  if (Own === undefined) return draw(message)
  return <Own {...{ definition, record, detail, answers, draw }} text={message} waiting={checking} />
}

const nameOfPlace = ({ detail, record }: ListResource, place: Pointer): string => {
  const name = stepsOf(place).findLast((step) => !/^\d+$/.test(step))
  return objectOf(schemaAt(detail?.schema ?? record, place) ?? {}).title ?? formatValue('words', name)
}

/** What of the record could not be read, by name: what is missing elsewhere on the page for this reason can't say so. */
const Unread = ({ model: { definition, detail } }: { readonly model: PageModel }) => {
  const places = Object.keys(unreadableBelow(detail, '')).filter(isPointer)
  if (places.length === 0) return null
  const names = [...new Set(places.map((place) => nameOfPlace(definition, place)))]
  return (
    <Notice tone="warning" role="note">
      Could not be read: {names.join(', ')}. What depends on this may be missing here.
    </Notice>
  )
}

/**
 * What people must know before they act. A banner that depends on a further call makes it only when all its other
 * conditions are met.
 */
export const Banners = memo(({ model }: { readonly model: PageModel }) => {
  const { definition, record, detail, show } = model
  const banners = show.banners.filter((banner) => isPlausibleIn(banner, detail))
  const reads = useReads(definition, [...new Set(banners.flatMap(readsOf))], record)
  return (
    <div className="cs-stack cs-banners">
      <Unread model={model} />
      {linesOf(banners, detail, reads).map((line) => (
        <Banner key={line.banner.name} {...{ model, reads }} {...line} />
      ))}
    </div>
  )
})
