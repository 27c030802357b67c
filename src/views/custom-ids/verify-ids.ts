import { z } from 'zod';
import { defineCustomId } from './custom-id.js';

/** Opens the form for the code: on a panel and wherever a code is the next step. */
export const askForCode = defineCustomId('panel-verify', z.tuple([]));
/** The form for the code. */
export const sendCode = defineCustomId('panel-code', z.tuple([]));
/** Says where buyers find their code. */
export const whereIsMyCode = defineCustomId('verify-where', z.tuple([]));
