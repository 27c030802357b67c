/** A store, a shop and a Discord that never fail, whatever is reported. */
export const allUp = {
	isFailing: () => false,
	untilWorking: async () => {},
	failed: () => {},
	worked: () => {},
};
