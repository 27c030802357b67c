import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { buyerRoleGiven } from '../e2e/acts.js';

// The counted acts, which are the most common ones. Each ends with the final answer to the member.

const dayMs = 86_400_000;

export async function verifyOne(stage: Stage): Promise<Person> {
	const person = stage.newPerson('Buyer');
	// All on one day, as at a launch: a claim is also indexed under the day on which its support ends.
	const { code } = stage.marketplace.addPurchase({ boughtAt: Date.now() - dayMs });
	const handle = person.chatInput('verify', { code });
	await buyerRoleGiven(stage, person);
	await handle.edited((message) => /verified/i.test(textOf(message)));
	return person;
}

export async function openItems(stage: Stage): Promise<void> {
	await stage.people.buyer.chatInput('items').answered();
}
