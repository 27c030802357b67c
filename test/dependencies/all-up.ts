/** A store, a shop and a Discord that never fail. */
export const allUp = { isFailing: () => false, untilWorking: async () => {} };
