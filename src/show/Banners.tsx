import { memo, useMemo } from 'react'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { isFound } from '../../language/readRecord.ts'
import type { Banner as BannerDefinition, Evidence } from '../../language/show.ts'
import type { PageModel } from '../console/extensions.ts'
import { TabLink } from './TabLink.tsx'
import { useReads } from './useRead.ts'

const sourceOf = ({ read }: Evidence): string => read ?? 'detail'

interface BannerProps {
  readonly model: PageModel
  readonly banner: BannerDefinition
}

const Banner = ({ model, banner }: BannerProps) => {
  const { definition, detail, record } = model
  const { when, tone, text, link, failure: unread } = banner
  const isPlausible = when.filter((one) => sourceOf(one) === 'detail').every((one) => isFound(one, detail))
  const names = useMemo(() => [...new Set(when.map(sourceOf))].filter((name) => name !== 'detail'), [when])
  const reads = useReads(definition, names, record, isPlausible)
  if (!isPlausible) return null
  const failed = reads.find(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const reason = failed.failure?.message
    return <QuietNote text={unread ?? `Could not be checked: ${text}`} reason={reason} retry={failed.retry} />
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
  return (
    <Notice tone={isDanger ? 'danger' : 'neutral'} isRow role={isDanger ? 'alert' : 'note'}>
      <p className={isDanger ? 'cs-strong' : undefined}>{text}</p>
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
  const { banners } = model.show
  return (
    <div className="cs-stack cs-banners">
      {banners.map((banner) => (
        <Banner key={banner.name} model={model} banner={banner} />
      ))}
    </div>
  )
})
