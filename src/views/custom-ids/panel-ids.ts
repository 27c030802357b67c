import { z } from 'zod';
import { valuesArgument } from '../kit/form.js';
import { defineCustomId } from './custom-id.js';

const channelId = z.string().regex(/^\d{17,20}$/);
const channel = z.tuple([channelId]);

/** Below the answer to a manager: opens the modal with the panel's words. Argument: the panel's channel. */
export const askForWords = defineCustomId('panel-change', channel);
/** The modal with the panel's words. Arguments: the panel's channel, and the digest of the prefilled words. */
export const sendWords = defineCustomId('panel-words', z.tuple([channelId, valuesArgument]));
/** Posts a panel after the previous one was deleted. Argument: its channel. */
export const postAgain = defineCustomId('panel-post', channel);
