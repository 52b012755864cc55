/** A place on the mat, in px of the screen from its middle. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** What a move of the pointers does to the picture: nearer by a factor around a spot, and along with them. */
export interface Hold {
  readonly factor: number
  readonly around: Spot
  readonly dx: number
  readonly dy: number
}

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})

/** How far apart two pointers are; one alone is as far from itself as it ever was. */
const spreadOf = ([one, other]: readonly Spot[]): number =>
  one === undefined || other === undefined ? 1 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** Reads a move of one pointer or two: what lay under them stays under them. */
export function holdOf(before: readonly Spot[], after: readonly Spot[]): Hold {
  const [from, to] = [middleOf(before), middleOf(after)]
  return { factor: spreadOf(after) / spreadOf(before), around: from, dx: to.x - from.x, dy: to.y - from.y }
}
