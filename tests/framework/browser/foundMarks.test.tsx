import { expect, test } from 'vitest'
import { foundRanges } from '../../../src/list/useFoundMarks.ts'

test('the words of a search are marked in the values of the rows, whatever their case and accents', () => {
  const list = document.createElement('section')
  list.innerHTML = `<search>quill</search><div class="cs-list-scroller"><table><tbody><tr>
    <th data-searched><a>Márá Quill</a><span class="cs-dotted">Mara</span></th>
    <td data-searched>quill@library.test</td><td data-searched>9ZZ10041</td><td>quill</td>
    <td data-searched><span class="cs-pill">QUILL</span><span class="cs-visually-hidden">Mara</span></td>
  </tr></tbody></table></div>`
  const found = foundRanges(list, ['mara', 'quill', '9zz', ''])
  expect(found.map((range) => [range.startContainer.textContent, range.startOffset, range.endOffset])).toEqual([
    ['Márá Quill', 0, 4],
    ['Márá Quill', 5, 10],
    ['quill@library.test', 0, 5],
    ['9ZZ10041', 0, 3],
  ])
})
