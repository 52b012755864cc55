/** The chunk of what most visits do not show: pages and the dialog for signing in and out, and the settings. */
export { Callback, SignedIn, SignOut } from './Callback.tsx'
export { ConfirmSignIn } from './ConfirmSignIn.tsx'
export { ForgotPassword } from './ForgotPassword.tsx'
export { Login } from './Login.tsx'
export { Settings } from './Settings.tsx'
export { SessionEnded } from './SessionEnded.tsx'
export { StepUpDialog } from './StepUpDialog.tsx'
