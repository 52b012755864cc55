const KIB = 1024

/** A file's size as people say it: '412 KB', '3.1 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < KIB * KIB ? `${Math.max(1, Math.round(bytes / KIB))} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`
