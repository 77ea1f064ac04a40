/** The address of the editor of a post, by the id of the post or of its draft; `new` for a new one. */
export const postEditor = (id: string): string => `/admin/blogs/${encodeURIComponent(id)}`;

/** The id in the address of an editor. */
export function postIdIn(address: string): string {
  const [, , , part = ''] = address.split('/');
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
