import { dayMs } from '../base/clock.js';
import type { SupportEnd } from '../base/purchase-fields.js';
import { defaultNoticeDays, type SupportSettings } from './guild-settings.js';

/** How far the support of a purchase is from its end. Times in milliseconds since the epoch. */
export type SupportStage =
	| { readonly kind: 'none' }
	| { readonly kind: 'unknown' }
	/** `soon`: it ends within the server's days of notice. */
	| { readonly kind: 'lasts' | 'soon' | 'ended'; readonly end: number }
	/** It has ended, and the active-support role stays until then. */
	| { readonly kind: 'grace'; readonly end: number; readonly roleUntil: number };

/** `support`: the server's settings, or undefined for the defaults. */
export function supportStage(end: SupportEnd, now: number, support?: SupportSettings): SupportStage {
	if (end === undefined) return { kind: 'none' };
	if (end === 'unknown') return { kind: 'unknown' };
	const { noticeDays, graceDays } = support ?? { noticeDays: defaultNoticeDays, graceDays: 0 };
	if (end > now) return { kind: end - now <= noticeDays * dayMs ? 'soon' : 'lasts', end };
	const roleUntil = end + graceDays * dayMs;
	return roleUntil > now ? { kind: 'grace', end, roleUntil } : { kind: 'ended', end };
}

/** True if its holder may want to renew it now. */
export function isRenewable({ kind }: SupportStage): boolean {
	return kind === 'soon' || kind === 'grace' || kind === 'ended';
}
