import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ No se ha guardado: hacen falta los permisos **Gestionar servidor** y **Gestionar roles** en el servidor.',
	'setup.takes.administrator': '⛔ No se ha guardado: los roles del equipo los elige un administrador.',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> no se ha guardado: no está por debajo de tu rol más alto.',
	'setup.refused.administrator': '⛔ <@&{roleId}> no se ha guardado: es un rol de administrador.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> no se ha guardado: es un rol del equipo, y una compra nunca da uno.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> no se ha guardado: lo dan las compras, así que todo comprador sería del equipo.',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> no se ha guardado: los miembros pueden dárselo a sí mismos.',
	'setup.unusableChannel':
		'⛔ No se ha guardado: no es un canal de este servidor en el que se pueda escribir.',
	'setup.tooManyRules': '⛔ No se ha guardado: ya hay {most, number} roles así. Quita uno primero.',
	'setup.staff':
		'**Roles del equipo** · pueden ocuparse de las compras sin Gestionar roles; los elige un administrador (opcional)',
	'setup.staffHow':
		'-# Deja también que estos roles vean los comandos: Ajustes del servidor → Integraciones → este bot.',
	'setup.lookAtPowers': 'Ver sus poderes',
	'setup.confirm.powers':
		'⚠️ Todos los compradores tendrían: {powers}\nQuítaselo al rol {role} en Ajustes del servidor → Roles.',
	'setup.confirm.channels': '⚠️ Los compradores verían {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# miembro ya tiene} many {# de miembros ya tienen} other {# miembros ya tienen}} {role}. A partir de ahora deciden las compras: quien verifique aquí sin una compra para ese rol lo pierde.',
	'setup.confirm.someHolders':
		'⚠️ Puede que algunos miembros ya tengan {role}. A partir de ahora deciden las compras: quien verifique aquí sin una compra para ese rol lo pierde.',
	'setup.confirm.openChannel':
		'⚠️ Todo el servidor puede leer {channel}: quién ha verificado qué y qué ha hecho el equipo.',
	'setup.confirm.use': 'Usar de todos modos',
	'setup.confirm.another': 'Elegir otro',
	'audit.trouble.role-powerful':
		'{role} da poder sobre el servidor y nadie lo ha confirmado. Quítale los permisos en Ajustes del servidor → Roles o confírmalos en `/configurar servidor`.',
	'audit.setup.powers': 'los permisos de <@&{roleId}> están confirmados',
	'audit.setup.staffRoles': 'los roles del equipo son ahora {roles}',
	'audit.setup.noStaffRoles': 'ya no hay roles del equipo',
	'finding.staffRole.says':
		'{role} no hace a nadie del equipo: ya no existe, pertenece a una aplicación o cualquiera puede tenerlo.',
	'panel.mayNotPost':
		'⛔ No puedes escribir con enlaces insertados en {channel}, así que no publico nada allí por ti.',
	'panel.limited': '⏳ Se han cambiado muchos paneles en este servidor. Inténtalo de nuevo {when}.',
	'audit.accountOpened': '🔑 <@{userId}> ha abierto la cuenta del marketplace',
	'finding.staffCommands.says': '{role} es un rol del equipo y no ve estos comandos: {commands}.',
	'finding.hiddenCommands.says': 'Los miembros con {role} no ven estos comandos: {commands}.',
	'finding.allowCommands': 'Permítelos en Ajustes del servidor → Integraciones → este bot.',
} satisfies Record<keyof typeof english, string>;
