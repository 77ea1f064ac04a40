/** Returns the path of a post's editor. `id` is the id of the post or of its draft, or `new` for a new post. */
export const postEditorPath = (id: string): string => `/admin/blogs/${encodeURIComponent(id)}`;

export function postIdIn(address: string): string {
  const [, , , part = ''] = address.split('/');
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
