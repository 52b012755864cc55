import type { ReactNode } from 'react'
import './structure.css'

interface Drawing {
  readonly names: readonly string[]
  /** The field that the value of another may not be before. */
  readonly firstOf: (name: string) => string | undefined
  readonly draw: (name: string) => ReactNode
}

/** Draws fields in their order, the two ends of a range next to each other. */
export function drawInRanges({ names, firstOf, draw }: Drawing): readonly ReactNode[] {
  const isEnd = (index: number): boolean => index > 0 && firstOf(names[index] ?? '') === names[index - 1]
  return names.map((name, index) => {
    if (isEnd(index)) return null
    const end = names[index + 1]
    if (end === undefined || !isEnd(index + 1)) return draw(name)
    return (
      <div className="cs-range" key={name}>
        {draw(name)}
        {draw(end)}
      </div>
    )
  })
}
