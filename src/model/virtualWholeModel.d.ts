/**
 * Completes the forms and nested records of the console's model. A list does without them; the other pages import it, in
 * their own chunk.
 */
declare module 'virtual:wholeModel' {}
