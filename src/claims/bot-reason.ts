/** Reasons for the bot's own changes. The history stores the key, and each reader sees it in their own language. */
const botReasons = ['shop-confirmed', 'shop-invalid'] as const;

export type BotReason = (typeof botReasons)[number];

/** Spellings in stores and exports up to version 0.1. */
const sentences: ReadonlyMap<string, BotReason> = new Map([
	['confirmed by the marketplace', 'shop-confirmed'],
	['no longer valid at the marketplace', 'shop-invalid'],
]);

/** @returns the bot's reason, or undefined if a person wrote the text */
export function botReasonIn(why: string): BotReason | undefined {
	return botReasons.find((reason) => reason === why) ?? sentences.get(why);
}
