"""The games as other libraries know games; each module needs the extra of its name."""
