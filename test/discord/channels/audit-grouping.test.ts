import { describe, expect, it } from 'vitest';
import { AuditGrouping, type Fold } from '../../../src/discord/channels/audit-lane.js';
import type { AuditEvent } from '../../../src/messages/audit.js';

const second = 1_000;

function verified(n: number, itemName = 'Aurora'): AuditEvent {
	return { kind: 'verified', userId: `member ${n}`, hash: `hash ${n}`, itemName, returning: false };
}

/** Adds one every `everyMs`, and returns the line that the last one belongs to. */
function take(grouping: AuditGrouping, count: number, { from = 0, everyMs = second } = {}): Fold | undefined {
	let fold: Fold | undefined;
	for (let n = 0; n < count; n += 1) {
		const taken = grouping.take(verified(from / second + n), from + n * everyMs);
		if (taken?.kind === 'verified') fold = undefined;
		if (taken?.kind === 'fold') fold = taken;
		// As when it is sent.
		if (fold !== undefined) fold.isWaiting = false;
	}
	return fold;
}

describe('many verifications', () => {
	it('are one line for as long as they go on, which says for how many minutes', () => {
		const grouping = new AuditGrouping();
		const fold = take(grouping, 130);
		expect(fold?.event()).toMatchObject({ kind: 'verified-many', count: 125, minutes: 3 });
	});

	it('go on in another line after ten minutes', () => {
		const grouping = new AuditGrouping();
		const first = take(grouping, 600);
		expect(first?.event()).toMatchObject({ count: 595, minutes: 10 });
		const second_ = take(grouping, 7, { from: 600 * second });
		expect(second_?.event()).toMatchObject({ count: 2, minutes: 1 });
	});

	it('of one purchase are one purchase', () => {
		const grouping = new AuditGrouping();
		const fold = take(grouping, 7);
		grouping.take(verified(6), 7 * second);
		expect(fold?.event()).toMatchObject({ count: 2, items: [{ name: 'Aurora', count: 2 }] });
	});

	it('that come one by one are never one line', () => {
		expect(take(new AuditGrouping(), 20, { everyMs: 13 * second })).toBeUndefined();
	});
});

describe('many refusals', () => {
	it('of one member are a line of their own, which names the member', () => {
		const grouping = new AuditGrouping();
		const taken = Array.from({ length: 8 }, (_, n) =>
			grouping.take({ ...refused(n, 'uncheckable'), userId: 'one' }, n * second),
		);
		const fold = taken.find((each) => each?.kind === 'fold');
		expect(fold?.kind === 'fold' && fold.event()).toMatchObject({ count: 3, userIds: ['one'] });
		// Those of others still have their own lines.
		expect(new AuditGrouping().take(refused(1, 'uncheckable'), 9 * second)).toMatchObject({
			kind: 'refused',
		});
	});
});

function refused(n: number, reason: 'uncheckable' | 'invalid') {
	const reference = `BCD-FG${'HJKLMNPQRSTVWXZBCDFG'[n]}`;
	return { kind: 'refused', userId: `member ${n}`, reason, reference } as const;
}
