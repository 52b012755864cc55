import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ErrorCode } from '../../language/errorCode.ts'
import { useShell } from '../auth/ShellContext.ts'
import { confirmPath } from '../auth/signIn.ts'
import { PlainLayout, Waiting } from '../layout/PlainLayout.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { Button } from '../ui/Button.tsx'

const reasons = {
  OTHER_PERSON: 'You signed in as someone else, so nothing was confirmed. Sign in as yourself.',
  other: 'This sign-in could not confirm that it is you. Nothing was changed.',
} as const satisfies Partial<Record<ErrorCode | 'other', string>>

const isRefused = (state: unknown): state is { readonly refused: string } =>
  typeof state === 'object' && state !== null && 'refused' in state && typeof state.refused === 'string'

/** The first page of a fresh sign-in's window: leads to the provider, or says why the sign-in confirmed nothing. */
export const ConfirmSignIn = () => {
  usePageTitle('Sign in')
  const { authProvider, sessionManager } = useShell()
  const arrived: unknown = useLocation().state
  const [refused, setRefused] = useState(isRefused(arrived) ? arrived.refused : null)
  useEffect(() => {
    if (refused !== null) return
    authProvider.stepUp().then(
      ({ redirectTo }) => {
        sessionManager.leave()
        window.location.replace(redirectTo)
      },
      () => setRefused('other'),
    )
  }, [authProvider, sessionManager, refused])
  if (refused === null) return <Waiting>Going to the sign-in page</Waiting>
  return (
    <PlainLayout>
      <h1>Not confirmed</h1>
      <p role="alert">{reasons[refused === 'OTHER_PERSON' ? refused : 'other']}</p>
      <Button look="primary" onClick={() => window.location.assign(confirmPath)}>
        Try again
      </Button>
    </PlainLayout>
  )
}
