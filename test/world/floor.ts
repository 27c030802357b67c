/** The members of an object that a test provides: for each part, those that its subject uses. */
export type Given<Part> = Part extends (...args: never[]) => unknown
	? Part
	: Part extends object
		? { readonly [Member in keyof Part]?: Given<Part[Member]> }
		: Part;

/** Stands in for a floor. If the subject uses anything that wasn't provided, it fails there. */
export function floor<Floor extends object>(given: Given<NoInfer<Floor>>): Floor {
	return given as unknown as Floor;
}

/** The parts that a test provides of the floor that a class or function takes. */
export type FloorOf<Part> = Part extends
	| (new (
			floor: infer Floor,
			...more: never[]
	  ) => unknown)
	| ((floor: infer Floor, ...more: never[]) => unknown)
	? Given<Floor>
	: never;
