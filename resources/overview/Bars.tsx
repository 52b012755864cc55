import { BarChart } from '@mui/x-charts/BarChart'
import { useXScale, useYScale } from '@mui/x-charts/hooks'
import { MuiFrame } from '../../src/reactAdmin/MuiFrame.tsx'
import { countText } from '../../src/queue/recordQueue.ts'
import { sumOf, type Counted, type CountedRow } from './counted.ts'

interface BarsProps {
  readonly counted: Counted
  /** True for bars next to each other, such as days. */
  readonly isUpright: boolean
  readonly onOpen: (row: CountedRow) => void
}

const MOST_LABEL = 32

const cut = (label: string): string => (label.length > MOST_LABEL ? `${label.slice(0, MOST_LABEL - 1)}…` : label)

/** A bar that does not count everything has its count in its label, as '150+'. */
const short = (row: CountedRow): string =>
  row.isCut === true ? `${cut(row.label)}\n${countText(sumOf(row), true)}` : cut(row.label)

/** About the width of the longest line of the bars' labels, in px. */
const labelsWidth = (rows: readonly CountedRow[]): number => {
  const lines = rows.flatMap((row) => short(row).split('\n'))
  return Math.min(208, 28 + Math.max(...lines.map(({ length }) => length)) * 7)
}

/** The stripes of an open end: where each begins after its bar, and its width, in px. */
const STRIPES = [
  [3, 6],
  [12, 4],
  [19, 2],
] as const

/** Stripes after the bars that do not count everything: such a bar goes on. */
const OpenEnds = ({ counted: { rows, series } }: Pick<BarsProps, 'counted'>) => {
  const across = useXScale<'linear'>('counts')
  const down = useYScale<'band'>('bands')
  return rows
    .filter(({ isCut }) => isCut === true)
    .map((row) => (
      <g
        key={row.key}
        className="cs-overview-open"
        fill={series[row.values.findLastIndex((value) => value > 0)]?.color}
      >
        {STRIPES.map(([start, width]) => (
          <rect
            key={start}
            x={across(sumOf(row)) + start}
            y={down(short(row))}
            width={width}
            height={down.bandwidth()}
          />
        ))}
      </g>
    ))
}

/** Bars of what is counted. The table below them has the same and its links, so assistive technology reads that alone. */
export const Bars = ({ counted, isUpright, onOpen }: BarsProps) => {
  const { rows, series } = counted
  const bands = {
    id: 'bands',
    scaleType: 'band',
    data: rows.map(short),
    categoryGapRatio: rows.length < 4 ? 0.6 : 0.3,
    disableLine: true,
    disableTicks: true,
  } as const
  const counts = { id: 'counts', tickMinStep: 1, disableLine: true, disableTicks: true } as const
  const hasOpenEnds = !isUpright && rows.some(({ isCut }) => isCut === true)
  const height = isUpright ? 240 : Math.max(200, rows.length * 32 + 80)
  return (
    <div className="cs-overview-bars" aria-hidden="true">
      <MuiFrame>
        <BarChart
          layout={isUpright ? 'vertical' : 'horizontal'}
          height={height}
          margin={{ top: 8, right: hasOpenEnds ? 40 : 16, bottom: 0, left: 0 }}
          xAxis={[isUpright ? bands : { ...counts, height: 24 }]}
          yAxis={[
            isUpright
              ? { ...counts, width: 36 }
              : {
                  ...bands,
                  width: labelsWidth(rows),
                },
          ]}
          grid={isUpright ? { horizontal: true } : { vertical: true }}
          series={series.map((one, place) => ({
            id: one.label,
            label: one.label,
            color: one.color,
            stack: 'all',
            data: rows.map(({ values }) => values[place] ?? 0),
          }))}
          hideLegend={series.length === 1}
          slotProps={{ legend: { direction: 'horizontal', position: { vertical: 'top', horizontal: 'start' } } }}
          onItemClick={(_event, { dataIndex }) => {
            const row = rows[dataIndex]
            if (row !== undefined) onOpen(row)
          }}
          borderRadius={2}
          skipAnimation
          disableKeyboardNavigation
        >
          {hasOpenEnds && <OpenEnds counted={counted} />}
        </BarChart>
      </MuiFrame>
    </div>
  )
}
