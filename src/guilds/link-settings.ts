/** Where a server sends its members; each is absent where nobody has chosen it. */
export interface Links {
	/** Where buyers get help with what they bought. */
	readonly supportChannelId?: string | undefined;
	/** Where anybody asks the staff. */
	readonly helpChannelId?: string | undefined;
	/** A picture or page that shows where a receipt has its code. */
	readonly exampleUrl?: string | undefined;
	/** Where support is bought for longer. */
	readonly renewUrl?: string | undefined;
}

/** The pages of one item that buyers look for. */
export interface ItemLinks {
	readonly docs?: string | undefined;
	readonly download?: string | undefined;
	readonly changelog?: string | undefined;
}
