/** A Discord snowflake. */
type Id = string;

/** Which roles follow from a claim in one guild. The keys are as the claim holds them; roles are ids. */
export interface RoleRules {
	/** For any valid claim. */
	readonly buyerRoleId: Id;
	/** Item id to role. */
	readonly itemRoles: Readonly<Record<string, Id>>;
	/** Category to role. */
	readonly categoryRoles: Readonly<Record<string, Id>>;
	/** Licence type to role. */
	readonly licenceRoles: Readonly<Record<string, Id>>;
	/** Held while at least one claim's support lies ahead. */
	readonly supportedRoleId: Id | undefined;
	/** Role to the powers that were confirmed when it was chosen, as permission bits in decimal digits. */
	readonly confirmedPowers?: Readonly<Record<Id, string>> | undefined;
}

/** Brings the roles of a guild in line with changed rules. Declared here because the roles import this room. */
export interface RoleRulesFollower {
	rulesChanged(guildId: string): Promise<void>;
}
