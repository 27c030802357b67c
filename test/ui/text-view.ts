import { page, text } from '../../src/ui/page.js';

export const textView = (words: string) => page('info', text(words));
