import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';

// The buttons of announcements name the announcement: by them it is found if Discord's response was lost.

/** Opens an item. Arguments: the announcement's number, and the item's id. */
export const showUpdate = defineCustomId('update', z.tuple([wholeNumber, wholeNumber]));
/** Opens the list of all items. Argument: the announcement's number. */
export const browseUpdates = defineCustomId('update-list', z.tuple([wholeNumber]));
