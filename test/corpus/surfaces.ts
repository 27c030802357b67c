import { alertSurface } from './alert-states.js';
import { auditSurface } from './audit-states.js';
import { authorSurface } from './author-states.js';
import { disputeSurface } from './dispute-states.js';
import { itemSurface } from './item-states.js';
import { moderationSurface } from './moderation-states.js';
import { noticeSurface } from './notice-states.js';
import { ownSurface } from './own-states.js';
import { panelSurface } from './panel-states.js';
import { privacySurface } from './privacy-states.js';
import { refusalSurface } from './refusal-states.js';
import { setupSurface } from './setup-states.js';
import type { Surface } from './state.js';
import { verifySurface } from './verify-states.js';

/** Everything that the bot says, surface by surface, in the order in which people meet it. */
export const surfaces: readonly Surface[] = [
	panelSurface,
	verifySurface,
	ownSurface,
	privacySurface,
	disputeSurface,
	noticeSurface,
	itemSurface,
	moderationSurface,
	auditSurface,
	setupSurface,
	authorSurface,
	alertSurface,
	refusalSurface,
];
