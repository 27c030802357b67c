import { z } from 'zod';
import catalog from './catalog.json' with { type: 'json' };
import { type ItemRecord, itemRecordSchema } from './item-record.js';

/**
 * The shop of an author who sells a little of everything, to try the bot on a realistic catalog. A few names and texts
 * are awkward on purpose: Markdown, emoji, a very long one, other scripts, only the required fields.
 */
export const catalogItems: readonly ItemRecord[] = z.array(itemRecordSchema).parse(catalog);
