import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { customIdOf, press } from './acts.js';
import { readable } from './reading.js';

/** Lets this many members hold a code of the sample licence. */
export function haveSeats(stage: Stage, members: number): Promise<APIMessage> {
	return stage.people.admin.chatInput('setup seats', { license: 'regular', members }).answered();
}

/** The seats of the giver's only purchase. */
export async function openSeatsOf(giver: Person): Promise<APIMessage> {
	return await press(giver, await giver.chatInput('purchases').answered(), 'seats');
}

/** Offers a seat of the giver's only purchase to a member, without waiting for the answer. */
export async function startOffer(giver: Person, receiverId: string) {
	const page = await openSeatsOf(giver);
	return giver.selectMenu(page, customIdOf(page, 'seat-to'), [receiverId], { force: true });
}

export async function offer(giver: Person, receiverId: string): Promise<APIMessage> {
	return await (await startOffer(giver, receiverId)).answered();
}

/** The direct message with an offer. */
export function offerTo(receiver: Person): Promise<APIMessage> {
	return receiver.directMessage((message) => readable(message).includes('cc1:seat-take'));
}

export async function accept(receiver: Person): Promise<APIMessage> {
	return await press(receiver, await offerTo(receiver), 'seat-take');
}

/** Gives a seat, up to its acceptance. */
export async function give(giver: Person, receiver: Person): Promise<APIMessage> {
	await offer(giver, receiver.id);
	return await accept(receiver);
}

/** The question before the seat of this member is taken back. */
export async function askBack(giver: Person, receiverId: string): Promise<APIMessage> {
	const page = await openSeatsOf(giver);
	const hash = customIdOf(page, 'purchases-one').split(':')[2] ?? '';
	return await giver.clickButton(page, `cc1:seat-back:${hash}:${receiverId}`).answered();
}

export async function takeBack(giver: Person, receiverId: string): Promise<APIMessage> {
	return await press(giver, await askBack(giver, receiverId), 'seat-free');
}
