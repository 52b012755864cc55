import packageFile from '../../package.json' with { type: 'json' }

/** The version of the project, as its package.json has it. */
export const { version } = packageFile
