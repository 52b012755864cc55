const ELLIPSIS = '…'

/**
 * The first `most` characters of a text and an ellipsis, or the text itself where it has no more (D-164). Characters are
 * code points: no emoji and no letter beyond the basic plane is torn apart.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // Twice as many units hold at least so many code points, and the one after them.
  const points = Array.from(text.slice(0, 2 * most + 2))
  return points.length <= most ? text : `${points.slice(0, most).join('')}${ELLIPSIS}`
}
