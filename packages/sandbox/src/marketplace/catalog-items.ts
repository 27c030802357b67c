import { z } from 'zod';
import catalog from './catalog.json' with { type: 'json' };
import { type ItemRecord, itemRecordSchema } from './item-record.js';

/**
 * The shop of an author who sells a little of everything, for trying the bot on what a real catalogue holds. A few names
 * and texts are awkward on purpose: Markdown, emoji, a very long one, other scripts, nothing but the necessary.
 */
export const catalogItems: readonly ItemRecord[] = z.array(itemRecordSchema).parse(catalog);
