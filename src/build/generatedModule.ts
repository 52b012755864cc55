import type { Plugin } from 'vite'

/** Vite plugin for a module whose text is generated at build time. */
export const generatedModule = (id: string, source: () => string): Plugin => ({
  name: `countersign-${id}`,
  resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
  load: (wanted) => (wanted === `\0${id}` ? source() : undefined),
})
