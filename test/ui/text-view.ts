import { page, text } from '../../src/ui/page.js';

/** A page with only this text. */
export const textView = (words: string) => page('info', text(words));
