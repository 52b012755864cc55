import { describe, expect, it } from 'vitest'
import {
  holdOf,
  FITTED,
  held,
  moved,
  rotated,
  scaleOf,
  zoomed,
  wheelCommandOf,
} from '../../../../resources/documents/viewer/imageTransform.ts'
import { commandOf } from '../../../../resources/documents/viewer/Tools.tsx'
import type { ImageTransform } from '../../../../resources/documents/viewer/imageTransform.ts'

const frame = { viewportWidth: 400, viewportHeight: 400, width: 800, height: 800 }
const still = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false }

/** Which place of the picture, in its own px from its middle, lies under a spot of the mat. */
const under = (imageTransform: ImageTransform, x: number, y: number): readonly number[] =>
  [
    (x - imageTransform.x) / scaleOf(imageTransform, frame),
    (y - imageTransform.y) / scaleOf(imageTransform, frame),
  ].map((value) => Math.round(value))

describe('the wheel over a picture', () => {
  it('brings it nearer and further away, by as much as it is turned, one step a notch at most', () => {
    const factor = (deltaY: number, change = {}) => {
      const command = wheelCommandOf({ ...still, deltaY, ...change })
      return command.does === 'zoom' ? command.factor : undefined
    }
    expect(factor(-100)).toBeCloseTo(1.246, 2)
    expect(factor(100)).toBeCloseTo(0.803, 2)
    expect(factor(-10)).toBeCloseTo(1.022, 2)
    expect(factor(-3, { deltaMode: 1 })).toBeCloseTo(1.243, 2)
    expect(factor(-5000)).toBe(1.25)
    expect(factor(5000)).toBe(0.8)
    expect(factor(-5, { ctrlKey: true })).toBeCloseTo(1.051, 2)
  })

  it('moves it sideways', () => {
    expect(wheelCommandOf({ ...still, deltaX: 40, deltaY: -10 })).toEqual({ does: 'move', dx: -40 })
  })

  it('leaves under the pointer what was under it', () => {
    const near = zoomed(FITTED, frame, 2, { x: 80, y: -60 })
    expect(under(near, 80, -60)).toEqual(under(FITTED, 80, -60))
    expect(under(near, 80, -60)).not.toEqual(under(zoomed(FITTED, frame, 2), 80, -60))
  })

  it('moves the picture no further than its edge when it goes further away', () => {
    const near = zoomed(FITTED, frame, 4, { x: 200, y: 200 })
    expect(zoomed(near, frame, 0.01, { x: -200, y: -200 })).toEqual(FITTED)
  })
})

describe('two pointers on a picture', () => {
  it('zoom by how far they part, around what lies between them', () => {
    const apart = holdOf(
      [
        { x: 50, y: 0 },
        { x: 70, y: 0 },
      ],
      [
        { x: 40, y: 0 },
        { x: 80, y: 0 },
      ],
    )
    expect(apart).toEqual({ factor: 2, around: { x: 60, y: 0 }, dx: 0, dy: 0 })
    const near = held(FITTED, frame, apart)
    expect(near.zoom).toBe(2)
    expect(under(near, 60, 0)).toEqual(under(FITTED, 60, 0))
  })

  it('carry it along', () => {
    const near = zoomed(FITTED, frame, 4)
    const moved = holdOf(
      [
        { x: 0, y: 0 },
        { x: 20, y: 0 },
      ],
      [
        { x: 30, y: 10 },
        { x: 50, y: 10 },
      ],
    )
    expect(held(near, frame, moved)).toMatchObject({ zoom: 4, x: 30, y: 10 })
  })

  it('keep it as it is when they meet', () => {
    const spot = { x: 10, y: 10 }
    expect(holdOf([spot, spot], [spot, spot]).factor).toBe(1)
  })
})

describe('one pointer on a picture', () => {
  it('moves it and does not zoom', () => {
    expect(holdOf([{ x: 0, y: 0 }], [{ x: 12, y: -5 }])).toEqual({ factor: 1, around: { x: 0, y: 0 }, dx: 12, dy: -5 })
  })
})

describe('a picture on the screen', () => {
  const wide = { viewportWidth: 400, viewportHeight: 400, width: 800, height: 400 }

  it('fits the whole picture on the mat, turned or not, and blows a small one up twice at most', () => {
    expect(scaleOf(FITTED, wide)).toBe(0.5)
    expect(scaleOf(rotated(FITTED), wide)).toBe(0.5)
    expect(scaleOf(FITTED, { ...wide, width: 10, height: 10 })).toBe(2)
  })

  it('zooms between the whole picture and eight times that', () => {
    expect(zoomed(FITTED, wide, 0.1).zoom).toBe(1)
    expect(zoomed(FITTED, wide, 100).zoom).toBe(8)
  })

  it('moves no further than the edge of the picture', () => {
    expect(moved(FITTED, wide, 50, 50)).toEqual(FITTED)
    const near = zoomed(FITTED, wide, 2)
    expect(moved(near, wide, 1000, 1000)).toMatchObject({ x: 200, y: 0 })
  })

  it('has no command for keys of the browser', () => {
    const key = { key: 'r', ctrlKey: true, metaKey: false, altKey: false }
    expect(commandOf(key, false)).toBeUndefined()
    expect(commandOf({ ...key, ctrlKey: false, key: 'x' }, false)).toBeUndefined()
  })
})
