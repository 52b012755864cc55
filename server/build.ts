import { buildConsole } from './consoleBuild.ts'

const { dir, built } = await buildConsole()
console.log(built ? `The console is built in ${dir}` : `The console in ${dir} is up to date`)
