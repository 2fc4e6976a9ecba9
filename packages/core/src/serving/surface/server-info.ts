import { ConfigError } from '../../errors.js';
import { areIcons } from '../../icon.js';
import type { ServerOptions } from '../options/options.js';
import type { Surface } from './surface.js';

/** Checks what clients are shown of the server. @throws ConfigError `invalid_option`, naming the option. */
export function checkInfo({
  title,
  description,
  instructions,
  websiteUrl,
  icons,
}: ServerOptions): void {
  const invalid = (message: string) =>
    new ConfigError('invalid_option', `createServer: ${message}`);
  for (const [name, value] of Object.entries({ title, description, instructions })) {
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw invalid(`${name} must be a non-empty string`);
  }
  if (websiteUrl !== undefined && !(URL.canParse(websiteUrl) && /^https?:/.test(websiteUrl)))
    throw invalid('websiteUrl must be an absolute http: or https: URL');
  if (icons !== undefined && !(Array.isArray(icons) && areIcons(icons)))
    throw invalid(
      'icons must be a list, and each needs a src that is an https:, http: or data: URI',
    );
}

/** The server as it introduces itself: at `initialize` on 2025, in every result on 2026. */
export function infoOf({
  name,
  version,
  title,
  description,
  websiteUrl,
  icons,
}: ServerOptions): Surface['info'] {
  return {
    name,
    version,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(icons !== undefined && { icons: icons.map((icon) => ({ ...icon })) }),
  };
}

/** The same without images that are written out in it; the very same object where there are none. */
export function briefOf(info: Surface['info']): Surface['info'] {
  const { icons, ...rest } = info;
  const linked = icons?.filter(({ src }) => !/^data:/i.test(src)) ?? [];
  if (linked.length === (icons?.length ?? 0)) return info;
  return linked.length === 0 ? rest : { ...rest, icons: linked };
}
