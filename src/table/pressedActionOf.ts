/** Which action on which record a control stands for. */
interface PressedAction {
  readonly name: string
  readonly id: string
}

/** What was pressed, for whoever listens to many controls at once; nothing where the control is off or is none. */
export const pressedActionOf = (target: Element): PressedAction | undefined => {
  const control = target.closest<HTMLElement>('[data-action]')
  const { action, id } = control?.dataset ?? {}
  if (control?.getAttribute('aria-disabled') === 'true' || action === undefined || id === undefined) return undefined
  return { name: action, id }
}
