import type { Extensions } from '../../../src/console/extensions.ts'
import type { Library } from './console.ts'

export const extensions: Extensions<Library> = {
  cells: { cover: async () => (await import('./Cover.tsx')).Cover },
  inputs: { stars: async () => (await import('./Stars.tsx')).Stars },
  filters: { shelf: async () => (await import('./ShelfFilter.tsx')).ShelfFilter },
  pages: { catalog: async () => (await import('./Catalog.tsx')).Catalog },
  // Rung 3: slots of the page of books.
  slots: {
    books: {
      list: {
        aside: async () => (await import('./LentNow.tsx')).LentNow,
        empty: async () => (await import('./NoBooks.tsx')).NoBooks,
      },
    },
  },
  // Rung 5: a plain page of react-admin, at an address of its own.
  routes: [{ path: '/desk', access: 'signedIn', page: async () => (await import('./Desk.tsx')).Desk }],
}
