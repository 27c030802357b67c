import { z } from 'zod';
import { defineCustomId } from './custom-id.js';

/** Opens the modal for the code: on a panel and wherever a code is the next step. */
export const askForCode = defineCustomId('panel-verify', z.tuple([]));
export const sendCode = defineCustomId('panel-code', z.tuple([]));
export const whereIsMyCode = defineCustomId('verify-where', z.tuple([]));
