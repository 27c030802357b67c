import { describe, expect, it } from 'vitest';
import { isRenewable, supportStage } from '../../src/servers/support-stage.js';

const day = 86_400_000;
const now = 20_000 * day;
const support = { noticeDays: 10, graceDays: 5 };

describe('the stage of support', () => {
	it.each([
		[11 * day, 'lasts', false],
		[10 * day, 'soon', true],
		[1, 'soon', true],
		[0, 'grace', true],
		[1 - 5 * day, 'grace', true],
		[-5 * day, 'ended', true],
	] as const)('at %d ms before its end is %s', (left, kind, renewable) => {
		const stage = supportStage(now + left, now, support);
		expect([stage.kind, isRenewable(stage)]).toEqual([kind, renewable]);
	});

	it('is announced 14 days ahead and has no grace period if a server has chosen nothing', () => {
		expect(supportStage(now + 14 * day, now)).toEqual({ kind: 'soon', end: now + 14 * day });
		expect(supportStage(now - 1, now)).toEqual({ kind: 'ended', end: now - 1 });
		expect(supportStage(undefined, now)).toEqual({ kind: 'none' });
	});

	it('says until when the role stays', () => {
		expect(supportStage(now, now, support)).toEqual({ kind: 'grace', end: now, roleUntil: now + 5 * day });
	});
});
