import { setTimeout as sleep } from 'node:timers/promises';
import { faultKinds, type Fault as ShopFault } from '@claimcheck/sandbox/marketplace/faults';
import type { Fault } from './fault.js';

/** A result for the key is cached for two seconds, and one from before the fault must not be used. */
const keyAnswerMs = 2_100;
/** Responses that would be wrong for the key. */
const aboutKey: readonly ShopFault[] = ['401', 'denies'];

function everywhere(name: string, fault: ShopFault): Fault {
	return {
		of: 'shop',
		name,
		async begin({ stage }) {
			stage.marketplace.faults.add('*', fault);
			if (aboutKey.includes(fault)) await sleep(keyAnswerMs);
		},
		end: ({ stage }) => stage.marketplace.faults.clear(),
	};
}

function otherKey(wrongKey: 'as-if-empty' | 'plain-401', name: string): Fault {
	return {
		of: 'shop',
		name,
		async begin({ stage: { marketplace } }) {
			await sleep(keyAnswerMs);
			marketplace.setVariants({ wrongKey });
			marketplace.changeApiKey('a-new-key-that-the-bot-does-not-have');
		},
		end: ({ apiKey, stage }) => stage.marketplace.changeApiKey(apiKey),
	};
}

export const shopFaults: readonly Fault[] = [
	...faultKinds.map((kind) => everywhere(kind, kind)),
	everywhere('1 s late', { kind: 'delay', ms: 1_000 }),
	everywhere('4 s late', { kind: 'delay', ms: 4_000 }),
	{
		of: 'shop',
		name: 'flapping',
		begin: () => {},
		strike: ({ stage }) => void stage.marketplace.faults.add('*', '500', 6),
		end: ({ stage }) => stage.marketplace.faults.clear(),
	},
	otherKey('as-if-empty', 'key changed, reported as a bad code'),
	otherKey('plain-401', 'key changed, reported as 401'),
	{
		of: 'shop',
		name: 'denies every code, and nothing else',
		begin: ({ stage }) => void stage.marketplace.faults.add('purchases/validation', 'denies'),
		end: ({ stage }) => stage.marketplace.faults.clear(),
		isShopsWord: true,
	},
];
