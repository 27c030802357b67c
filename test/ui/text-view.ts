import { page, text } from '../../src/ui/page.js';

/** A page that says only this. */
export const textView = (words: string) => page('info', text(words));
