import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Nie zapisano: potrzebne są uprawnienia **Zarządzanie serwerem** i **Zarządzanie rolami** na serwerze.',
	'setup.takes.administrator': '⛔ Nie zapisano: role ekipy wybiera administrator.',
	'setup.refused.out-of-reach': '⛔ Nie zapisano <@&{roleId}>: nie jest poniżej twojej najwyższej roli.',
	'setup.refused.administrator': '⛔ Nie zapisano <@&{roleId}>: to rola administratora.',
	'setup.refused.is-staff': '⛔ Nie zapisano <@&{roleId}>: to rola ekipy, a zakup nigdy takiej nie nadaje.',
	'setup.refused.is-given':
		'⛔ Nie zapisano <@&{roleId}>: nadają ją zakupy, więc każdy kupujący byłby w ekipie.',
	'setup.refused.self-chosen': '⛔ Nie zapisano <@&{roleId}>: członkowie mogą nadać ją sobie sami.',
	'setup.unusableChannel': '⛔ Nie zapisano: to nie jest kanał tego serwera, na którym można pisać.',
	'setup.tooManyRules': '⛔ Nie zapisano: liczba takich ról to już {most, number}. Najpierw usuń jedną.',
	'setup.staff':
		'**Role ekipy** · mogą zajmować się zakupami bez uprawnienia Zarządzanie rolami; wybiera je administrator (opcjonalnie)',
	'setup.staffHow': '-# Pozwól tym rolom widzieć też polecenia: Ustawienia serwera → Integracje → ten bot.',
	'setup.lookAtPowers': 'Zobacz uprawnienia',
	'setup.confirm.powers':
		'⚠️ Każdy kupujący miałby: {powers}\nOdbierz to roli {role} w Ustawienia serwera → Role.',
	'setup.confirm.channels': '⚠️ Kupujący widzieliby: {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# członek już ma} few {# członków już ma} many {# członków już ma} other {# członka już ma}} {role}. Od teraz decydują zakupy: kto coś tu zweryfikuje i nie ma zakupu na tę rolę, straci ją.',
	'setup.confirm.someHolders':
		'⚠️ Być może niektórzy członkowie już mają {role}. Od teraz decydują zakupy: kto coś tu zweryfikuje i nie ma zakupu na tę rolę, straci ją.',
	'setup.confirm.openChannel':
		'⚠️ Wszyscy na serwerze mogą czytać {channel}: kto co zweryfikował i co zrobiła ekipa.',
	'setup.confirm.use': 'Użyj mimo to',
	'setup.confirm.another': 'Wybierz inną',
	'audit.trouble.role-powerful':
		'{role} daje władzę nad serwerem i nikt tego nie potwierdził. Odbierz jej uprawnienia w Ustawienia serwera → Role albo potwierdź je w `/konfiguracja serwer`.',
	'audit.setup.powers': 'uprawnienia roli <@&{roleId}> są potwierdzone',
	'audit.setup.staffRoles': 'role ekipy to teraz {roles}',
	'audit.setup.noStaffRoles': 'nie ma już ról ekipy',
	'finding.staffRole.says':
		'{role} nikogo nie wprowadza do ekipy: już jej nie ma, należy do aplikacji albo każdy może ją dostać.',
	'panel.mayNotPost':
		'⛔ Nie możesz tam pisać z osadzonymi linkami, więc nic tam dla ciebie nie opublikuję: {channel}.',
	'panel.limited': '⏳ Panele na tym serwerze były często zmieniane. Spróbuj ponownie {when}.',
	'audit.accountOpened': '🔑 <@{userId}> wyświetla konto marketplace’u',
	'finding.staffCommands.says': '{role} to rola ekipy, a nie widzi tych poleceń: {commands}.',
	'finding.hiddenCommands.says': 'Członkowie z rolą {role} nie widzą tych poleceń: {commands}.',
	'finding.allowCommands': 'Zezwól na nie w Ustawienia serwera → Integracje → ten bot.',
} satisfies Record<keyof typeof english, string>;
