import { memo, useMemo } from 'react'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { isFound } from '../../language/readRecord.ts'
import type { Banner as BannerDefinition, Evidence } from '../../language/show.ts'
import type { PageModel } from '../console/extensions.ts'
import type { Row } from '../model/columns.ts'
import { TabLink } from './TabLink.tsx'
import { installedConsole } from '../console/installedConsole.tsx'
import { useReads } from './useRead.ts'

const sourceOf = ({ read }: Evidence): string => read ?? 'detail'

const readsOf = ({ when }: BannerDefinition): readonly string[] =>
  [...new Set(when.map(sourceOf))].filter((name) => name !== 'detail')

/** True when all evidence of a banner in the detail is found. */
const isPlausibleIn = ({ when }: BannerDefinition, detail: Row): boolean =>
  when.filter((one) => sourceOf(one) === 'detail').every((one) => isFound(one, detail))

interface BannerProps {
  readonly model: PageModel
  readonly banner: BannerDefinition
  /** An earlier banner says already how the same read goes. */
  readonly isRepeated: boolean
}

const Banner = ({ model, banner, isRepeated }: BannerProps) => {
  const { definition, record } = model
  const { when, tone, message, link, failure: unread } = banner
  const names = useMemo(() => readsOf(banner), [banner])
  const reads = useReads(definition, names, record)
  if (isRepeated && reads.some(({ state }) => state !== 'read')) return null
  const failed = reads.find(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const reason = failed.failure?.message
    return <QuietNote text={unread ?? `Could not be checked: ${message}`} reason={reason} retry={failed.retry} />
  }
  if (reads.some(({ state }) => state === 'loading')) {
    return (
      <Notice tone="neutral" isRow>
        <span className="cs-muted">Being checked…</span>
      </Notice>
    )
  }
  const answers = new Map(reads.map(({ name, answer }) => [name, answer]))
  const isProven = when.every((one) => sourceOf(one) === 'detail' || isFound(one, answers.get(sourceOf(one))))
  if (!isProven) return null
  const isDanger = tone === 'danger'
  const Own = installedConsole().bannerTexts[definition.name]?.[banner.name]
  return (
    <Notice tone={isDanger ? 'danger' : 'neutral'} isRow role={isDanger ? 'alert' : 'note'}>
      <p className={isDanger ? 'cs-strong' : undefined}>
        {Own === undefined ? (
          message
        ) : (
          <Own {...{ definition, record }} detail={model.detail} answers={Object.fromEntries(answers)} text={message} />
        )}
      </p>
      {link !== undefined && (
        <TabLink tabs={model.show.tabs} tab={link.tab}>
          {link.label}
        </TabLink>
      )}
    </Notice>
  )
}

/**
 * What people must know before they act. A banner that depends on a further call makes it only when all its other
 * conditions are met.
 */
export const Banners = memo(({ model }: { readonly model: PageModel }) => {
  const banners = model.show.banners.filter((banner) => isPlausibleIn(banner, model.detail))
  return (
    <div className="cs-stack cs-banners">
      {banners.map((banner, index) => (
        <Banner
          key={banner.name}
          model={model}
          banner={banner}
          isRepeated={readsOf(banner).some((name) => banners.slice(0, index).flatMap(readsOf).includes(name))}
        />
      ))}
    </div>
  )
})
