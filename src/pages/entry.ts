/** The chunk of the pages that most visits do not show: for signing in and out, and the settings. */
export { Callback, SignedIn, SignOut } from './Callback.tsx'
export { ForgotPassword } from './ForgotPassword.tsx'
export { Login } from './Login.tsx'
export { Settings } from './Settings.tsx'
